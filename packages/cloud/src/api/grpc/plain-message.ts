/** Characters that a status message must encode: `%` and all but the space and visible characters of ASCII. */
const unsafeCharacters = /[^ -$&-~]/gu;

const encode = (text: string): string =>
  text.replaceAll(unsafeCharacters, (each) => encodeURIComponent(each));

/**
 * The trailers of a call with its message percent-encoded no further than the protocol of gRPC requires ("Responses",
 * Percent-Encoded). Connect encodes `,` `:` `;` and more, which gRPC's own library for Node does not decode.
 */
export const toPlainMessage = (trailers: Headers): Headers => {
  const message = trailers.get('grpc-message');
  if (message !== null) trailers.set('grpc-message', encode(decodeURIComponent(message)));
  return trailers;
};
