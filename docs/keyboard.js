// Wide tables and code scroll with the keyboard too, and the search has a name for screen readers.
document$.subscribe(() => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search")
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, pre > code, math[display=block]")) box.tabIndex = 0
})
