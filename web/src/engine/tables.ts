/** Which part of the wasm an experiment is in, and where each part is: a chunk of its own, since the first figure of a page needs one line. */
export { files } from './generated/parts';
export { partOf } from './generated/places';
