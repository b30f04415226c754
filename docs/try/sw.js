// Keeps the pages of this folder for visits without a network. A page that was opened once is shown from here at once,
// and fetched anew for the next visit.
const CACHE = "lingo-bot";
const ICONS = ["icon.svg", "icon-192.png", "icon-512.png"];

addEventListener("install", (event) => event.waitUntil(keepOpenPages()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answerTo(event));
});

// The page that registers this worker was fetched before the worker could see it.
async function keepOpenPages() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const addresses = open.map((page) => page.url.split("#")[0]);
  const pages = addresses.filter((address) => address.startsWith(registration.scope));
  const manifests = pages.map((page) => page.replace(/\.html$/, ".webmanifest"));
  const cache = await caches.open(CACHE);
  await cache.addAll(new Set([...pages, ...manifests, ...ICONS]));
  await skipWaiting();
}

async function answerTo(event) {
  const kept = await caches.match(event.request);
  const fetched = fetchAndKeep(event.request);
  if (!kept) return fetched;
  event.waitUntil(fetched.catch(() => {}));
  return kept;
}

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) {
    // A store that is full keeps no page, and the page is shown all the same.
    await keepResponse(request, response.clone()).catch(() => {});
  }
  return response;
}

async function keepResponse(request, response) {
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
}
