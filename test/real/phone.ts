import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { loudnessOf } from '../features/listening/tones.js';
import { fromMuLaw, SAMPLES, tone, toMuLaw } from './mu-law.js';

const PACKET_MS = 20;
/** Samples of PCMU, 8,000 a second. */
const PACKET_SAMPLES = 160;

/** How a telephone takes a call: after which time, or by which SIP status not. */
type Manner = { answersAfterMs: number } | { refuses: number } | { rings: true };

interface Dialog {
  peer: RemoteInfo;
  /** Headers of the INVITE, by their lower-case names, each as it came. */
  head: Record<string, string[]>;
  ours: boolean;
  remoteTag: string;
  answered: boolean;
  cseq: number;
  sound: { port: number; address: string } | null;
  timers: NodeJS.Timeout[];
}

/**
 * A telephone that speaks SIP and RTP over loopback and says one tone. It is what Asterisk dials, so it does no more than a
 * call needs: INVITE, CANCEL, BYE, and G.711.
 */
export class Phone {
  manner: Manner = { answersAfterMs: 100 };
  /** Calls that it was asked for, by what was dialled and who is shown. */
  readonly asked: { to: string; from: string; head: Record<string, string[]> }[] = [];
  private dialog: Dialog | null = null;
  private heard: number[] = [];
  private sent = 0;
  private sip!: Socket;
  private rtp!: Socket;

  private constructor(
    private readonly hz: number,
    private readonly address: string,
  ) {}

  static async open(hz: number, address = '127.0.0.1'): Promise<Phone> {
    const phone = new Phone(hz, address);
    [phone.sip, phone.rtp] = [await bound(address), await bound(address)];
    phone.sip.on('message', (message, peer) => phone.take(message.toString('utf8'), peer));
    phone.rtp.on('message', (packet) => phone.hear(packet.subarray(12)));
    return phone;
  }

  get port(): number {
    return (this.sip.address() as AddressInfo).port;
  }

  get isTalking(): boolean {
    return this.dialog?.answered ?? false;
  }

  get isRinging(): boolean {
    return this.dialog !== null && !this.dialog.answered;
  }

  get secondsHeard(): number {
    return this.heard.length / SAMPLES;
  }

  /** How loud that tone is in the last half second that it heard. */
  hears(hz: number): number {
    return loudnessOf(this.heard.slice(-SAMPLES / 2), hz);
  }

  /** Calls somebody through the telephone exchange at that port. */
  call(number: string, from: string, port: number): void {
    const peer = { address: '127.0.0.1', port, family: 'IPv4', size: 0 } as const;
    const head = {
      via: [`SIP/2.0/UDP ${this.address}:${this.port};branch=z9hG4bK${Date.now()}`],
      from: [`<sip:${from}@${this.address}>;tag=own`],
      to: [`<sip:${number}@127.0.0.1:${port}>`],
      'call-id': [`${Date.now()}@${this.address}`],
      cseq: ['1 INVITE'],
    };
    this.dialog = {
      ...{ peer, head, ours: true, remoteTag: '', answered: false, cseq: 1, sound: null, timers: [] },
    };
    const lines = [
      `INVITE sip:${number}@127.0.0.1:${port} SIP/2.0`,
      ...this.lines(head, ['via', 'from', 'to', 'call-id', 'cseq']),
    ];
    this.send(peer, [...lines, `Contact: ${this.contact}`, 'Max-Forwards: 70'], this.sdp());
  }

  hangUp(): void {
    const { dialog } = this;
    if (!dialog) return;
    if (!dialog.answered && dialog.ours) return this.cancel(dialog);
    const { head, ours } = dialog;
    const [own, other] = ours ? [head['from'], head['to']] : [head['to'], head['from']];
    const target = /<?(sip:[^>;]+)/.exec(head['contact']?.[0] ?? other?.[0] ?? '')?.[1] ?? '';
    const tag = ours ? `;tag=${dialog.remoteTag}` : '';
    this.send(dialog.peer, [
      `BYE ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.address}:${this.port};branch=z9hG4bK${Date.now()}b`,
      `From: ${own?.[0]}${ours ? '' : ';tag=own'}`,
      `To: ${other?.[0]}${tag}`,
      `Call-ID: ${head['call-id']?.[0]}`,
      `CSeq: ${++dialog.cseq} BYE`,
      'Max-Forwards: 70',
    ]);
    this.over();
  }

  /** The exchange is gone, and with it the call. */
  forget(): void {
    this.over();
  }

  close(): void {
    this.over();
    this.sip.close();
    this.rtp.close();
  }

  private cancel({ peer, head }: Dialog): void {
    const target = head['to']?.[0]?.replace(/[<>]/g, '') ?? '';
    const lines = this.lines({ ...head, cseq: ['1 CANCEL'] }, ['via', 'from', 'to', 'call-id', 'cseq']);
    this.send(peer, [`CANCEL ${target} SIP/2.0`, ...lines, 'Max-Forwards: 70']);
  }

  private take(message: string, peer: RemoteInfo): void {
    const [first = '', ...rest] = message.split('\r\n\r\n')[0]!.split('\r\n');
    const head: Record<string, string[]> = {};
    for (const line of rest) {
      const at = line.indexOf(':');
      (head[line.slice(0, at).trim().toLowerCase()] ??= []).push(line.slice(at + 1).trim());
    }
    const body = message.split('\r\n\r\n')[1] ?? '';
    if (first.startsWith('SIP/2.0')) return this.answered(Number(first.split(' ')[1]), head, body, peer);
    if (first.startsWith('INVITE')) return this.invited(first, head, body, peer);
    if (first.startsWith('ACK')) return;
    this.reply(peer, head, '200 OK');
    if (first.startsWith('CANCEL') && this.dialog)
      this.reply(peer, this.dialog.head, '487 Request Terminated');
    if (first.startsWith('CANCEL') || first.startsWith('BYE')) this.over();
  }

  private invited(first: string, head: Record<string, string[]>, body: string, peer: RemoteInfo): void {
    if (this.dialog?.head['call-id']?.[0] === head['call-id']?.[0]) return;
    if (this.dialog) return this.reply(peer, head, '486 Busy Here');
    const to = /sip:([^@;>]+)/.exec(first)?.[1] ?? '';
    this.asked.push({ to, from: /sip:([^@;>]+)/.exec(head['from']?.[0] ?? '')?.[1] ?? '', head });
    if ('refuses' in this.manner) return this.reply(peer, head, `${this.manner.refuses} No`);
    this.reply(peer, head, '180 Ringing');
    const dialog: Dialog = {
      ...{ peer, head, ours: false, remoteTag: '', answered: false, cseq: 1 },
      ...{ sound: soundOf(body), timers: [] },
    };
    this.dialog = dialog;
    if ('rings' in this.manner) return;
    const pick = () => {
      this.reply(peer, head, '200 OK', this.sdp());
      this.begin(dialog);
    };
    dialog.timers.push(setTimeout(pick, this.manner.answersAfterMs));
  }

  private answered(status: number, head: Record<string, string[]>, body: string, peer: RemoteInfo): void {
    const { dialog } = this;
    if (!dialog?.ours || !head['cseq']?.[0]?.endsWith('INVITE') || status < 200) return;
    const to = head['to']?.[0] ?? '';
    const ack = this.lines({ ...dialog.head, to: [to], cseq: ['1 ACK'] }, [
      'via',
      'from',
      'to',
      'call-id',
      'cseq',
    ]);
    const target = /<(sip:[^>]+)>/.exec(head['contact']?.[0] ?? dialog.head['to']![0]!)?.[1] ?? '';
    this.send(peer, [`ACK ${target} SIP/2.0`, ...ack, 'Max-Forwards: 70']);
    if (status >= 300) return this.over();
    dialog.remoteTag = /tag=([^;]+)/.exec(to)?.[1] ?? '';
    dialog.head['contact'] = head['contact'] ?? [];
    dialog.sound = soundOf(body);
    if (!dialog.answered) this.begin(dialog);
  }

  private begin(dialog: Dialog): void {
    dialog.answered = true;
    this.heard = [];
    dialog.timers.push(setInterval(() => this.say(dialog), PACKET_MS));
  }

  private say({ sound }: Dialog): void {
    if (!sound) return;
    const packet = Buffer.alloc(12 + PACKET_SAMPLES);
    packet[0] = 0x80;
    packet.writeUInt16BE(this.sent & 0xffff, 2);
    packet.writeUInt32BE((this.sent * PACKET_SAMPLES) >>> 0, 4);
    packet.writeUInt32BE(this.port, 8);
    const samples = tone(this.hz, this.sent * PACKET_SAMPLES, PACKET_SAMPLES);
    samples.forEach((sample, at) => packet.writeUInt8(toMuLaw(sample), 12 + at));
    this.sent++;
    this.rtp.send(packet, sound.port, sound.address);
  }

  private hear(payload: Buffer): void {
    for (const byte of payload) this.heard.push(fromMuLaw(byte));
    if (this.heard.length > 10 * SAMPLES) this.heard = this.heard.slice(-SAMPLES);
  }

  private over(): void {
    for (const timer of this.dialog?.timers ?? []) clearTimeout(timer);
    this.dialog = null;
  }

  private get contact(): string {
    return `<sip:${this.address}:${this.port}>`;
  }

  private reply(peer: RemoteInfo, head: Record<string, string[]>, status: string, body = ''): void {
    const names = ['via', 'from', 'to', 'call-id', 'cseq', 'record-route'];
    const lines = this.lines(head, names).map((line) =>
      line.startsWith('to:') && !line.includes('tag=') ? `${line};tag=own` : line,
    );
    this.send(peer, [`SIP/2.0 ${status}`, ...lines, `Contact: ${this.contact}`], body);
  }

  private lines(head: Record<string, string[]>, names: readonly string[]): string[] {
    return names.flatMap((name) => (head[name] ?? []).map((value) => `${name}: ${value}`));
  }

  private send(peer: { port: number; address: string }, lines: string[], body = ''): void {
    const type = body ? ['Content-Type: application/sdp'] : [];
    const head = [...lines, ...type, `Content-Length: ${Buffer.byteLength(body)}`];
    this.sip.send(`${head.join('\r\n')}\r\n\r\n${body}`, peer.port, peer.address);
  }

  private sdp(): string {
    const { port } = this.rtp.address() as AddressInfo;
    const lines = [
      ...['v=0', `o=- 1 1 IN IP4 ${this.address}`, 's=-', `c=IN IP4 ${this.address}`, 't=0 0'],
      ...[`m=audio ${port} RTP/AVP 0`, 'a=rtpmap:0 PCMU/8000', 'a=sendrecv'],
    ];
    return `${lines.join('\r\n')}\r\n`;
  }
}

function soundOf(sdp: string): { port: number; address: string } | null {
  const port = Number(/m=audio (\d+)/.exec(sdp)?.[1]);
  const address = /c=IN IP4 ([\d.]+)/.exec(sdp)?.[1];
  return port && address ? { port, address } : null;
}

function bound(address: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, address, () => resolve(socket));
  });
}
