import { Injectable } from '@nestjs/common';
import type { BoardRow } from '../contract/boards.js';
import { rooms, type Messages } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';
import { Paced } from './paced.js';

type Board = Messages['board.changed'] & { at: Date };

/** A team's board: only the last value of a row is sent, computed once for all viewers. */
@Injectable()
export class BoardFrames {
  private readonly boards = new Paced<Board>(
    (before, next) => ({ ...next, rows: merged(before.rows, next.rows) }),
    (groupId, { at, ...board }) => this.publisher.send(rooms.board(groupId), 'board.changed', board, at),
  );

  constructor(private readonly publisher: Publisher) {}

  queue(groupId: number, board: Board): void {
    this.boards.add(groupId, board);
  }
}

function merged(before: readonly BoardRow[], next: readonly BoardRow[]): BoardRow[] {
  return [...new Map([...before, ...next].map((row) => [row.collectorId, row])).values()];
}
