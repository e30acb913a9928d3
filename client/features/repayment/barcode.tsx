import { code128Modules } from './code128';

const QUIET = 10;
const HEIGHT = 44;

/** A Code 128 as a till scans it: dark on white in either theme, with its quiet zones. */
export function Barcode({ digits, label }: { digits: string; label: string }) {
  const modules = code128Modules(digits);
  const width = modules.length + 2 * QUIET;
  return (
    <svg
      className="barcode"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <rect width={width} height={HEIGHT} fill="#fff" />
      {[...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => (
        <rect key={index} x={QUIET + index} y={4} width={bar.length} height={HEIGHT - 8} fill="#000" />
      ))}
    </svg>
  );
}
