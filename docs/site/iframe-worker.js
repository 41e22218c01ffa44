// Browsers refuse workers to pages that are opened from the disk: there the search runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (said) => {
        const data = structuredClone(said); // as a worker's message: what it is made of stays there
        setTimeout(() => this.onmessage?.({ data }));
      };
      this.ready = new Promise((loaded, failed) => {
        const script = inside.document.createElement("script");
        script.src = address;
        script.onload = () => loaded(inside);
        script.onerror = failed;
        inside.document.body.append(script);
      });
      this.ready.catch((error) => this.onerror?.(error));
    }
    postMessage(said) {
      const data = structuredClone(said);
      this.ready.then((inside) => inside.onmessage({ data }), () => {});
    }
    terminate() {
      this.frame.remove();
    }
  };
}
