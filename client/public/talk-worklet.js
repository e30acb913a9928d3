/** Hands over what the microphone heard, a tenth of a second at a time, as 16 bit samples. */
class Talk extends AudioWorkletProcessor {
  constructor() {
    super();
    this.samples = new Int16Array(sampleRate / 10);
    this.filled = 0;
  }

  process([[channel] = []]) {
    for (const value of channel ?? []) {
      this.samples[this.filled++] = Math.max(-1, Math.min(1, value)) * 32767;
      if (this.filled < this.samples.length) continue;
      this.port.postMessage(this.samples.slice().buffer);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('talk', Talk);
