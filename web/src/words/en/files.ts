/** Why a picture or a file does not come. */
export const files = {
  noCanvas: 'this browser gives no canvas to draw the picture on',
  notEncoded: 'this browser could not encode the picture',
  sandboxed: 'this page is in a frame that may not save files; open the figure by itself',
  perhaps: (name: string) => `${name}, if this frame may save files`,
};
