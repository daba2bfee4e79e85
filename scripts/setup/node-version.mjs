/**
 * Old versions of Node must be able to parse this module.
 * @param {string} version such as "20.19.0"
 * @returns {string | undefined} an error message if unsupported
 */
export function faultOfNode(version) {
  const parts = version.split('.').map(Number);
  const major = parts[0];
  const minor = parts[1];
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
  if (fits) return undefined;
  return (
    'Faceswap needs Node 20 from 20.19, 22 from 22.13, or 24 and newer; this is ' +
    version +
    '. See https://nodejs.org/download'
  );
}

export function requireNode() {
  const fault = faultOfNode(process.versions.node);
  if (!fault) return;
  console.log(fault);
  process.exit(1);
}
