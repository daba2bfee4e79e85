import { readFileSync } from 'node:fs';
import { invalidSettings } from '#backend/config/read';
import { CertificateFault, certificatesOf, localSigner } from '#backend/providers/credentials/local-signer';
import type { ContentSigner } from '#backend/providers/credentials/port';

interface Settings {
  CREDENTIALS_CERTIFICATE?: string | undefined;
  CREDENTIALS_KEY?: string | undefined;
}

/** Null if neither is set: results are not signed. @throws ConfigurationError */
export function openContentSigner(settings: Settings): ContentSigner | null {
  const { CREDENTIALS_CERTIFICATE: chain, CREDENTIALS_KEY: key } = settings;
  if (!chain && !key) return null;
  if (!chain || !key) throw fault('Set CREDENTIALS_CERTIFICATE and CREDENTIALS_KEY, or neither.');
  return explained(() => localSigner(read('CREDENTIALS_KEY', key), read('CREDENTIALS_CERTIFICATE', chain)));
}

/** The certificates, PEM, by which `/verify` recognises results of this installation. @throws ConfigurationError */
export function contentAuthorities({ CREDENTIALS_CERTIFICATE: chain }: Settings): string[] {
  if (!chain) return [];
  const [signer, ...issuers] = explained(() => certificatesOf(read('CREDENTIALS_CERTIFICATE', chain)));
  return (issuers.length > 0 ? issuers : signer ? [signer] : []).map((one) => one.toString().trim());
}

/** PEM itself, or the path of its file. */
function read(name: keyof Settings, value: string): string {
  if (value.includes('-----BEGIN')) return value;
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    throw fault(`${name}: the file ${value} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CertificateFault) throw fault(`CREDENTIALS_CERTIFICATE and CREDENTIALS_KEY: ${error.message}`);
    throw error;
  }
}

const fault = (message: string) => invalidSettings([message]);
