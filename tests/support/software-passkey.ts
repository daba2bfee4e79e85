import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Bits of WebAuthn's flags. */
const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

interface Ceremony {
  challenge: string;
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
}

/** An authenticator with one ES256 key: WebAuthn 3, section 6, with attestation "none". */
export function softwarePasskey(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const { origin: ownOrigin, hostname } = new URL(site);

  const clientData = (type: string, { challenge, origin = ownOrigin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = ({ rpId = hostname, isVerified = true }: Ceremony, counter: number, more = 0) =>
    Buffer.concat([sha256(rpId), uint(userPresent | (isVerified ? userVerified : 0) | more, 1), uint(counter, 4)]);
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    make(ceremony: Ceremony) {
      const point = (coordinate: string | undefined) => Buffer.from(coordinate!, 'base64url');
      const cose = [Buffer.from('a501020326200121', 'hex'), Buffer.from('5820', 'hex'), point(x)];
      cose.push(Buffer.from('225820', 'hex'), point(y));
      const data = authenticatorData(ceremony, 0, attestedData);
      const credential = Buffer.concat([data, Buffer.alloc(16), uint(id.length, 2), id, ...cose]);
      const none = [Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')];
      const attestationObject = Buffer.concat([...none, uint(credential.length, 1), credential]);
      const clientDataJSON = base64url(clientData('webauthn.create', ceremony));
      return { ...named, response: { clientDataJSON, attestationObject: base64url(attestationObject) } };
    },
    use(ceremony: Ceremony, counter = 0) {
      const data = clientData('webauthn.get', ceremony);
      const about = authenticatorData(ceremony, counter);
      const signature = sign('sha256', Buffer.concat([about, sha256(data)]), privateKey);
      const response = { clientDataJSON: base64url(data), authenticatorData: base64url(about) };
      return { ...named, response: { ...response, signature: base64url(signature) } };
    },
  };
}
