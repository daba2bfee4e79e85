/** What a host may not contain, so that a URL around it has no other parts; the URL itself would decode `%`. */
const notOfAHost = /[\s/?#:@\\[\]%]/;

/**
 * An e-mail address with its domain as mail servers know it: `ada@bücher.example` is `ada@xn--bcher-kva.example` (UTS 46, by
 * the URL parser that browsers and Node share). One spelling for case, width and composed characters; look-alikes of other
 * scripts stay other domains, and show as such. What is no host is left as it is, for the check that follows.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  // eslint-disable-next-line no-control-regex -- all of ASCII
  if (at < 1 || /^[\x00-\x7f]*$/.test(domain) || notOfAHost.test(domain)) return email;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : email;
}
