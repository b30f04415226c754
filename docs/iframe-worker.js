// Lets the search of the site work from the disk, where browsers refuse web workers: the worker runs in a frame.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.title = "search"
      document.documentElement.append(frame)
      this.scope = frame.contentWindow
      this.scope.parent.IFrameWorker = window.IFrameWorker // by this name Material finds its languages
      this.scope.postMessage = data => this.dispatchEvent(new MessageEvent("message", {data}))
      this.scope.importScripts = (...urls) => Promise.all(urls.map(each => this.load(each)))
      this.ready = this.load(url)
    }

    load(url) {
      const script = this.scope.document.createElement("script")
      script.src = url
      const loaded = new Promise((resolve, reject) => Object.assign(script, {onload: resolve, onerror: reject}))
      this.scope.document.body.append(script)
      return loaded
    }

    postMessage(data) {
      this.ready.then(() => this.scope.dispatchEvent(new MessageEvent("message", {data})))
    }

    terminate() {}
  }
  window.Worker = window.IFrameWorker
}
