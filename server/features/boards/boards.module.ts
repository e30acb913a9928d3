import { Module, type OnModuleInit } from '@nestjs/common';
import { rooms } from '../../../contract/realtime.js';
import { Audience } from '../../platform/realtime/audience.js';
import { AllocationModule } from '../allocation/allocation.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { ScoreCardsModule } from '../case-work/score-cards/score-cards.module.js';
import { BoardCasesQueries } from './board-cases.queries.js';
import { BoardProductsQueries } from './board-products.queries.js';
import { BoardReplayQueries } from './board-replay.queries.js';
import { BoardTeamsQueries } from './board-teams.queries.js';
import { BoardsQueries } from './boards.queries.js';

@Module({
  imports: [AllocationModule, PresenceModule, ScoreCardsModule],
  providers: [BoardCasesQueries, BoardProductsQueries, BoardReplayQueries, BoardTeamsQueries, BoardsQueries],
  exports: [BoardCasesQueries, BoardReplayQueries, BoardTeamsQueries, BoardsQueries],
})
export class BoardsModule implements OnModuleInit {
  constructor(
    private readonly audience: Audience,
    private readonly boards: BoardsQueries,
  ) {}

  onModuleInit(): void {
    this.audience.register('board', async (actor, { groupId }) => {
      if (!actor.permissions.has('board:read')) return null;
      const visible = await this.boards.groups(actor);
      return visible.some((group) => group.id === groupId) ? { rooms: [rooms.board(groupId)] } : null;
    });
  }
}
