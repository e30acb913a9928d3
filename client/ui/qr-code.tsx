import qrcode from 'qrcode-generator';

/** Light modules around the code that a reader needs. */
const QUIET = 4;

/** Dark on white in either theme, as cameras read it best. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET;
  const rows = Array.from({ length: count }, (_, row) => row);
  const path = rows.flatMap((row) =>
    rows
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`),
  );
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
