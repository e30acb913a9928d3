/** engine.io-client names its files for Node, and their stand-ins for a browser in a field that Jest does not read. */
module.exports = (request, options) =>
  options.defaultResolver(
    options.conditions?.includes('browser') && options.basedir.includes('engine.io-client')
      ? request.replace(/\.node(\.js)?$/, '$1')
      : request,
    options,
  );
