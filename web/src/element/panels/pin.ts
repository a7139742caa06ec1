/**
 * On a narrow screen the picture stays above its controls (style-card.ts). Of one that is higher than what it may take of the screen only
 * the lower part would be seen there: this shows all of it, smaller, for as long as it is held.
 */
export function pin(card: HTMLElement): void {
  const stage = card.querySelector<HTMLElement>('.stage');
  const head = card.querySelector('.head');
  // A card is come to by pointer and by focus.
  if (!stage || !head || stage.style.getPropertyValue('--_held')) return;
  stage.style.setProperty('--_held', '1');
  const watch = (above: number): void => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        const now = outside(stage);
        // Another height, or another screen: the line that the head has to cross is another too.
        if (now !== above || !stage.isConnected) observer.disconnect();
        if (now !== above && stage.isConnected) watch(now);
        const held = now > 0 && entry !== undefined && entry.boundingClientRect.bottom < -now;
        stage.classList.toggle('held', held);
        stage.style.setProperty('--_held', String(1 - now / stage.offsetHeight));
      },
      { rootMargin: `${above}px 0px 0px` },
    );
    observer.observe(head);
  };
  watch(outside(stage));
}

/** How much of the picture is above the screen while it is held, in px. */
function outside(stage: HTMLElement): number {
  const { position, top } = getComputedStyle(stage);
  return position === 'sticky' ? Math.max(0, Math.round(-Number.parseFloat(top))) : 0;
}
