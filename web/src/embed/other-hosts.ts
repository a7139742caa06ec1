/**
 * The height of the frame in the forms that pages listen for which know nothing of us: sites that embed whatever answers oEmbed, learning
 * platforms, Mastodon. Only a number is told, and what the page around has said itself.
 */

/** What WordPress puts behind the address of a frame, to know its message again. */
export const secretOf = (hash: string): string | undefined => /\?secret=(\w{1,64})$/.exec(hash)?.[1];

/** Mastodon asks, with a number of its own: `{ type: 'setHeight', id }`. */
export function askedAs(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, id } = data as { readonly type?: unknown; readonly id?: unknown };
  return type === 'setHeight' && Number.isSafeInteger(id) ? Number(id) : undefined;
}

/** Embedly and Iframely, platforms with LTI such as Canvas, WordPress where there is a secret, Mastodon where it has asked. */
export function heightForOthers(
  height: number,
  { src, secret, asked }: { readonly src: string; readonly secret?: string; readonly asked?: number },
): readonly unknown[] {
  return [
    JSON.stringify({ context: 'iframe.resize', src, height }),
    JSON.stringify({ subject: 'lti.frameResize', height }),
    ...(secret === undefined ? [] : [{ message: 'height', value: height, secret }]),
    ...(asked === undefined ? [] : [{ type: 'setHeight', id: asked, height }]),
  ];
}
