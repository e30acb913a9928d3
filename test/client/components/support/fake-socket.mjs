const OPEN = '0{"sid":"engine","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}';

/** The other end of socket.io's web socket: accepts every connection, grants every question, and sends what a test pushes. */
export class FakeSocket {
  static current = null;

  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  binaryType = 'arraybuffer';

  constructor() {
    FakeSocket.current = this;
    queueMicrotask(() => {
      this.onopen?.({});
      this.#send(OPEN);
    });
  }

  /** Frames that the browser sends. 40: it joins a namespace; 42<n>[…]: an event that waits for answer n. */
  send(packet) {
    if (packet.startsWith('40')) this.#send('40{"sid":"socket"}');
    const asked = /^42(\d+)\[/.exec(packet)?.[1];
    if (asked) this.#send(`43${asked}[{"ok":true,"version":0}]`);
  }

  close() {
    if (FakeSocket.current === this) FakeSocket.current = null;
    this.onclose?.({});
  }

  push(frame) {
    this.#send(`42${JSON.stringify(['frame', frame])}`);
  }

  #send(packet) {
    queueMicrotask(() => this.onmessage?.({ data: packet }));
  }
}
