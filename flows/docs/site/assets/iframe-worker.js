// Browsers start no worker from a page on disk. There its script runs in a hidden frame instead, so that search works;
// Material looks for the name IFrameWorker and then loads its scripts from beside the worker.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const page = this.frame.contentDocument, inner = this.inner = this.frame.contentWindow;
      page.open();
      page.write("<!doctype html><title>search</title><body>");
      page.close();
      const loaded = source => new Promise((done, failed) => {
        const script = page.createElement("script");
        Object.assign(script, { src: source, onload: done, onerror: failed });
        page.body.append(script);
      });
      inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = (...sources) =>
        sources.reduce((before, source) => before.then(() => loaded(source)), Promise.resolve());
      this.ready = loaded(address);
    }

    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
