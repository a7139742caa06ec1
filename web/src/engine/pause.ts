/**
 * Makes a function that lets the event loop handle what has arrived and then goes on. A microtask would let nothing in,
 * timers wait 4 ms once they are nested. One pause at a time: every host has its own.
 */
export function createPause(): () => Promise<void> {
  // Node hands out the messages of one port by the thousand before it looks at another one.
  if (typeof setImmediate === 'function') return () => new Promise((resolve) => setImmediate(resolve));
  if (typeof MessageChannel !== 'function') return () => new Promise((resolve) => setTimeout(resolve));
  const { port1, port2 } = new MessageChannel();
  return () =>
    new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    });
}
