import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { Integer, type OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const STAMP = '1.2.840.113549.1.9.16.1.4';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const STAMPS_TIME = '1.3.6.1.5.5.7.3.8';
/** PKIStatus: granted, or granted with changes. */
const GRANTED = [0, 1];

/** Why a reply is no stamp of these bytes. */
export type StampFault =
  'unreadable' | 'refused' | 'otherBytes' | 'otherNonce' | 'signature' | 'certificate' | 'purpose';

export class NoStamp extends Error {
  constructor(readonly fault: StampFault) {
    super(`The time stamp does not hold: ${fault}`);
  }
}

/** A request by RFC 3161 for the SHA-256 of the bytes: `body` is sent, and the reply has to bear its `nonce`. */
export function askStamp(bytes: Buffer): { body: Buffer; nonce: Buffer } {
  const nonce = randomBytes(8);
  // A positive number without a leading zero has one way only to be written.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: imprintOf(bytes),
    certReq: true,
    nonce: new Integer({ valueHex: nonce }),
  });
  return { body: Buffer.from(request.toSchema().toBER()), nonce };
}

function imprintOf(bytes: Buffer): MessageImprint {
  const hashedMessage = createHash('sha256').update(bytes).digest();
  const imprint = new MessageImprint({ hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }) });
  imprint.hashedMessage.valueBlock.valueHexView = hashedMessage;
  return imprint;
}

/**
 * The time at which an authority saw the bytes.
 *
 * @param reply DER of a TimeStampResp
 * @param trusted PEM of the certificates that are believed; the signer's chain has to end there, and was valid at that time
 * @param nonce of the request; undefined: it was looked at when the reply came
 * @throws NoStamp
 */
export async function readStamp(
  reply: Buffer,
  { bytes, trusted, nonce }: { bytes: Buffer; trusted: string; nonce?: Buffer },
): Promise<Date> {
  const { signed, info } = parsed(reply);
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  const isSha256 = info.messageImprint.hashAlgorithm.algorithmId === SHA_256;
  if (!isSha256 || !imprint.equals(createHash('sha256').update(bytes).digest()))
    throw new NoStamp('otherBytes');
  if (nonce && !(info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)))
    throw new NoStamp('otherNonce');
  const { signerCertificate, signatureVerified, signerCertificateVerified } = await signed
    .verify({
      signer: 0,
      trustedCerts: certificatesOf(trusted),
      data: new Uint8Array(bytes).buffer,
      checkChain: true,
      checkDate: info.genTime,
      extendedMode: true,
    })
    // It throws its answer, where the chain does not hold.
    .catch((answer: unknown) => answer as Awaited<ReturnType<SignedData['verify']>> & object);
  if (!signerCertificateVerified) throw new NoStamp('certificate');
  if (!signatureVerified) throw new NoStamp('signature');
  if (!signerCertificate || !stampsTime(signerCertificate)) throw new NoStamp('purpose');
  return info.genTime;
}

function parsed(reply: Buffer): { signed: SignedData; info: TSTInfo } {
  let response: TimeStampResp;
  try {
    response = TimeStampResp.fromBER(reply);
  } catch {
    throw new NoStamp('unreadable');
  }
  if (!GRANTED.includes(response.status.status) || !response.timeStampToken) throw new NoStamp('refused');
  try {
    const signed = new SignedData({ schema: response.timeStampToken.content as never });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== STAMP || !eContent) throw new NoStamp('unreadable');
    return { signed, info: TSTInfo.fromBER((eContent as OctetString).getValue()) };
  } catch {
    throw new NoStamp('unreadable');
  }
}

function certificatesOf(pem: string): Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((one) => Certificate.fromBER(new X509Certificate(one).raw));
}

/** The certificate is for time stamps alone, as RFC 3161 has it. */
function stampsTime({ extensions }: Certificate): boolean {
  const usage = extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === STAMPS_TIME;
}
