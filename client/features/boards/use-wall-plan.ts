import { useCallback, useState } from 'react';

/** Unscaled sizes of a wall's grid: its narrowest width, its head and a row. */
const [WIDTH, HEAD, ROW] = [532, 44, 34];
const [MIN, MAX] = [0.6, 2];
const MAX_GRIDS = 5;
/** The queue's column, which stands there when the seats are of several. */
export const WALL_QUEUE_WIDTH = 80;

interface GridArea {
  width: number;
  height: number;
}
export interface WallPlan {
  /** Side by side, each with as many rows. */
  grids: number;
  zoom: number;
}

/** In how many grids the wall's seats are the largest with all of them in sight; what does not fit at the least size is scrolled to. */
export function wallPlan(area: GridArea, rows: number, queues = false): WallPlan {
  const width = queues ? WIDTH + WALL_QUEUE_WIDTH : WIDTH;
  const plans = Array.from({ length: MAX_GRIDS }, (_, index) => planOf(area, rows, index + 1, width));
  return plans.reduce((best, plan) => (plan.zoom > best.zoom ? plan : best));
}

function planOf(area: GridArea, rows: number, grids: number, width: number): WallPlan {
  const fits = Math.min(area.width / grids / width, area.height / (HEAD + Math.ceil(rows / grids) * ROW));
  // Rounded down: a row that is a pixel too high is cut off.
  return { grids, zoom: Math.floor(100 * Math.min(MAX, Math.max(MIN, fits))) / 100 };
}

/** The rows of each grid, in order from the first one down. */
export function inGrids<Row>(rows: readonly Row[], grids: number): Row[][] {
  const each = Math.max(1, Math.ceil(rows.length / grids));
  return Array.from({ length: Math.max(1, Math.ceil(rows.length / each)) }, (_, index) =>
    rows.slice(index * each, (index + 1) * each),
  );
}

/** @returns a ref for the grids' place, and how they are drawn. The place is measured by its panel, which the zoom does not change. */
export function useWallPlan(rows: number, queues: boolean) {
  const [area, setArea] = useState<GridArea>({ width: 0, height: 0 });
  const wallArea = useCallback((node: HTMLElement | null) => {
    const panel = node?.parentElement;
    if (!panel) return undefined;
    const measure = () =>
      setArea({
        width: panel.clientWidth,
        height: panel.clientHeight - (panel.firstElementChild?.clientHeight ?? 0),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    return () => observer.disconnect();
  }, []);
  return { wallPlace: wallArea, plan: wallPlan(area, rows, queues) };
}
