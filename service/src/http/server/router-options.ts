// A query with 64 labels exceeds Node's default of 16 KiB for headers.
export const MAX_HEADER_BYTES = 128 * 1024;

/** How the path of a request is compared with the URLs of the routes. */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: MAX_HEADER_BYTES,
};
