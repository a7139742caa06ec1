// Unpacks the files of the figure, which stand in this page as one deflated text, and imports them. Modules get addresses of their own, and names
// by which they know each other; what they would fetch beside them has such an address too.
(async () => {
  const held = document.getElementById('files');
  const packed = Uint8Array.from(atob(held.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const files = new Map();
  let at = 0;
  for (const [name, size] of JSON.parse(held.dataset.files)) {
    files.set(name, bytes.subarray(at, at + size));
    at += size;
  }
  // A page from disk, or in a frame that is shut in, imports nothing from `blob:`; messengers and learning platforms may refuse scripts from `data:`.
  const shut = location.protocol === 'file:' || self.origin === 'null';
  const address = (name, content) => {
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    const file = new Blob([content], { type });
    if (!shut) return URL.createObjectURL(file);
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(file);
    });
  };
  const isBeside = (name) => name.endsWith('.wasm') || name.startsWith('worker-');
  const beside = new Map();
  for (const [name, content] of files) if (isBeside(name)) beside.set(name, await address(name, content));
  const imports = {};
  for (const [name, content] of files) {
    if (isBeside(name)) continue;
    const text = new TextDecoder()
      .decode(content)
      .replace(/(["'`])\.\/(?:assets\/)?([\w.-]+\.js)\1/g, (all, _, other) =>
        files.has(other) ? `"attn/${other}"` : all,
      )
      .replace(/(["'`])([\w.-]+)\1,\s*import\.meta\.url/g, (all, _, other) =>
        beside.has(other) ? `"${beside.get(other)}"` : all,
      )
      .replaceAll('import.meta.url', '"attn:/"');
    imports[`attn/${name}`] = await address(name, text);
  }
  // A page from disk may start no worker that is a module: the element takes this one over, and each time that it asks it gets another.
  const [worker] = [...files.keys()].filter((name) => name.startsWith('worker-'));
  const script = URL.createObjectURL(new Blob([files.get(worker)], { type: 'text/javascript' }));
  Object.defineProperty(globalThis, 'attnWorker', {
    get: () => ({ worker: new Worker(script) }),
    set() {},
  });
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  await import('attn/attn-figure.js');
})();
