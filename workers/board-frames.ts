import { Injectable } from '@nestjs/common';
import type { BoardRow } from '../contract/boards.js';
import { rooms, type Messages } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

const FRAME_MS = 100;

type Frame = Messages['board.changed'] & { at: Date };
interface Pending {
  rows: Map<number, BoardRow>;
  frame: Frame | null;
  timer: NodeJS.Timeout | null;
}

/**
 * At most one frame per board and 100 ms: the first change goes at once, later ones wait and only the last value of a row
 * is sent, computed once for all viewers.
 */
@Injectable()
export class BoardFrames {
  private readonly boards = new Map<number, Pending>();

  constructor(private readonly publisher: Publisher) {}

  queue(groupId: number, frame: Frame): void {
    const board = this.boards.get(groupId) ?? { rows: new Map(), frame: null, timer: null };
    this.boards.set(groupId, board);
    for (const row of frame.rows) board.rows.set(row.collectorId, row);
    board.frame = frame;
    if (board.timer === null) this.flush(groupId, board);
  }

  private flush(groupId: number, board: Pending): void {
    board.timer = null;
    if (!board.frame) return;
    const { totals, receivedByHour, at } = board.frame;
    this.publisher.send(
      rooms.board(groupId),
      'board.changed',
      { rows: [...board.rows.values()], totals, receivedByHour },
      at,
    );
    board.rows.clear();
    board.frame = null;
    board.timer = setTimeout(() => this.flush(groupId, board), FRAME_MS);
    board.timer.unref();
  }
}
