import { useCallback, useState } from 'react';

/** Of the wall's grid, unscaled: its narrowest width, its head and a row. */
const [WIDTH, HEAD, ROW] = [524, 44, 34];
const [LEAST, MOST] = [0.85, 2];

/** How large the wall's seats can be drawn with all of them in sight; what does not fit at the least size is scrolled to. */
export function wallZoom(place: { width: number; height: number }, rows: number): number {
  const fits = Math.min(place.width / WIDTH, place.height / (HEAD + rows * ROW));
  return Math.round(100 * Math.min(MOST, Math.max(LEAST, fits))) / 100;
}

/** @returns a ref for the grid's place, and its zoom. The place is measured by its panel, which the zoom does not change. */
export function useWallZoom(rows: number) {
  const [place, setPlace] = useState({ width: 0, height: 0 });
  const wallPlace = useCallback((node: HTMLElement | null) => {
    const panel = node?.parentElement;
    if (!panel) return undefined;
    const measure = () =>
      setPlace({
        width: panel.clientWidth,
        height: panel.clientHeight - (panel.firstElementChild?.clientHeight ?? 0),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    return () => observer.disconnect();
  }, []);
  return { wallPlace, zoom: wallZoom(place, rows) };
}
