/** They would add other parts to a URL; the parser would decode `%`. */
const notOfAHost = /[\s/?#:@\\[\]%]/;

/**
 * `ada@bücher.example` → `ada@xn--bcher-kva.example` (UTS 46). Homographs stay distinct. Returns invalid addresses
 * unchanged, for validation.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (at < 1 || /^[\x00-\x7f]*$/.test(domain) || notOfAHost.test(domain)) return email;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : email;
}
