import { code128Bars } from '../../lib/code128';

const QUIET = 10;
const HEIGHT = 44;

/** A Code 128 as a till scans it: dark on white in either theme, with its quiet zones. */
export function Barcode({ digits, label }: { digits: string; label: string }) {
  const { bars, width } = code128Bars(digits);
  return (
    <svg
      className="barcode"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width + 2 * QUIET} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <rect width={width + 2 * QUIET} height={HEIGHT} fill="#fff" />
      {bars.map((bar) => (
        <rect key={bar.x} x={QUIET + bar.x} y={4} width={bar.width} height={HEIGHT - 8} fill="#000" />
      ))}
    </svg>
  );
}
