import { X509Certificate } from '@peculiar/x509';
import { ValidationStatusCode, type Manifest } from '@trustnxt/c2pa-ts/manifest';
import type { ByteSource } from './byte-source';
import type { Sha256 } from './mp4-hash';
import { TooLarge } from './read-limits';
import { readCredentials, type Credentials } from './read-credentials';

/**
 * `ours`: signed by one of the authorities; `too_large`: not examined; `unreadable`: the file or its manifest is
 * damaged.
 */
export type Verdict = 'ours' | 'ours_altered' | 'foreign' | 'foreign_altered' | 'none' | 'too_large' | 'unreadable';

export interface Report {
  verdict: Verdict;
  /** Name in the signer's certificate. */
  signer?: string;
  /** What the manifests say was done, the latest last. */
  actions?: string[];
}

/** The file is altered since it was signed. */
const ALTERED: readonly ValidationStatusCode[] = [
  ValidationStatusCode.AssertionDataHashMismatch,
  ValidationStatusCode.AssertionBMFFHashMismatch,
];

/**
 * Says whether a file carries credentials, of which signer, and whether it is as signed.
 * @param authorities PEM
 * @throws Error of the source, if it fails to read
 */
export async function checkFile(
  source: ByteSource,
  authorities: readonly string[],
  sha256: () => Sha256,
): Promise<Report> {
  const { watched, failures } = watchReads(source);
  const examined = await examine(watched, authorities, sha256);
  if (failures.length > 0) throw failures[0];
  return examined;
}

/** The library takes failed reads for damage, as parsers do. */
function watchReads(source: ByteSource) {
  const failures: unknown[] = [];
  const read: ByteSource['read'] = async (start, length) => {
    try {
      return await source.read(start, length);
    } catch (error) {
      if (start + length <= source.size) failures.push(error);
      throw error;
    }
  };
  return { watched: { size: source.size, read }, failures };
}

async function examine(source: ByteSource, authorities: readonly string[], sha256: () => Sha256): Promise<Report> {
  try {
    const credentials = await readCredentials(source, sha256);
    const manifest = credentials?.store.getActiveManifest();
    return credentials && manifest ? await report(credentials, manifest, authorities) : { verdict: 'none' };
  } catch (error) {
    return { verdict: error instanceof TooLarge ? 'too_large' : 'unreadable' };
  }
}

async function report(credentials: Credentials, manifest: Manifest, authorities: readonly string[]): Promise<Report> {
  const { isValid, statusEntries } = await credentials.validate();
  const failures = statusEntries.filter(({ success }) => !success).map(({ code }) => code);
  const isAltered = !isValid && failures.every((code) => ALTERED.includes(code));
  if (!isValid && !isAltered) return { verdict: 'unreadable' };
  const certificate = manifest.signature?.signatureData.certificate;
  const isOurs = certificate !== undefined && (await isIssuedBy(certificate, authorities));
  const name = certificate?.subjectName.getField('CN')[0];
  return {
    verdict: isOurs ? (isAltered ? 'ours_altered' : 'ours') : isAltered ? 'foreign_altered' : 'foreign',
    ...(name ? { signer: name } : {}),
    actions: credentials.store.manifests.flatMap(descriptionsOf),
  };
}

async function isIssuedBy(certificate: X509Certificate, authorities: readonly string[]): Promise<boolean> {
  for (const pem of authorities) {
    const authority = new X509Certificate(pem);
    const isSame = authority.toString('hex') === certificate.toString('hex');
    if (isSame || (await certificate.verify({ publicKey: authority.publicKey, signatureOnly: true }))) return true;
  }
  return false;
}

function descriptionsOf({ assertions }: Manifest): string[] {
  const actions = assertions?.getActionAssertions().flatMap((assertion) => assertion.actions) ?? [];
  return actions.flatMap(({ parameters }) =>
    typeof parameters?.description === 'string' ? [parameters.description] : [],
  );
}
