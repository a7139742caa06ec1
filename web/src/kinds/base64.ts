export function base64(bytes: Uint8Array): string {
  let text = '';
  // More arguments at once than an engine takes would throw.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
