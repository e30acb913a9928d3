import http from 'node:http';

/** Milliseconds for which the server's event loop was held at most since it was last asked. */
export async function held(port: number): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path: '/metrics', agent: false }, (answer) => {
      let output = '';
      answer.setEncoding('utf8').on('data', (part: string) => (output += part));
      answer.on('end', () => resolve(output)).on('error', reject);
    });
  });
  return Number(/^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]) * 1000;
}
