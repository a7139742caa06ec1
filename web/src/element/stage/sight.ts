/** Tells, whenever it changes, whether anybody can see the element: on the screen, in a page that is not hidden. Returns what ends it. */
export function watchSight(element: Element, changed: (seen: boolean) => void): () => void {
  let near = true;
  const tell = (): void => changed(near && !document.hidden);
  const observer = new IntersectionObserver((entries) => {
    near = entries.at(-1)?.isIntersecting ?? true;
    tell();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', tell);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', tell);
  };
}
