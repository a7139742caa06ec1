/** Marks in the contents beside the text the section that the reader is in: the last whose heading is in the upper third, or above. */
export function followReader(root: ParentNode = document): void {
  const links = root.querySelectorAll<HTMLAnchorElement>('.side a');
  const begun = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) begun.add(target);
        else begun.delete(target);
      links.forEach((link, i) => {
        if (i === begun.size - 1) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      });
    },
    // All that is above counts as seen: a jump over sections is told as well.
    { rootMargin: '1000000px 0px -66%' },
  );
  for (const { hash } of links) {
    const heading = document.getElementById(hash.slice(1));
    if (heading) observer.observe(heading);
  }
}
