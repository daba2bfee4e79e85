/** Characters that would add other parts to a URL; the URL parser would decode `%`. */
const notOfAHost = /[\s/?#:@\\[\]%]/;

/**
 * Converts an address's domain to ASCII: `ada@bücher.example` → `ada@xn--bcher-kva.example` (UTS 46, by the URL parser
 * of browsers and Node). Unifies case, width and composition; homographs stay distinct. Returns invalid addresses
 * unchanged, for validation.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  // eslint-disable-next-line no-control-regex -- all of ASCII
  if (at < 1 || /^[\x00-\x7f]*$/.test(domain) || notOfAHost.test(domain)) return email;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : email;
}
