import { PROVIDER_NAMES, type SiteMark, type SiteStage } from '../../../../contract/administration/site';
import type { HelpRequest } from '../../../../contract/supervision/help.js';
import { ApprovalsQuery } from '../../../../contract/administration/approvals.js';
import type { SetupState } from '../../../../contract/administration/setup.js';
import {
  type InstitutionNode,
  InstitutionTreeQuery,
} from '../../../../contract/administration/institutions.js';
import { CaseCountsQuery } from '../../../../contract/cases/cases.js';
import { RequestListQuery } from '../../../../contract/cases/requests.js';
import { PrivacyQuery } from '../../../../contract/contact/privacy.js';
import { RefundsQuery } from '../../../../contract/money/refunds.js';
import { AnomaliesQuery } from '../../../../contract/supervision/anomalies.js';
import { AddBehaviour } from '../../../../contract/supervision/behaviour.js';
import {
  type Announcement,
  AnnouncementQuery,
  NoticeQuery,
} from '../../../../contract/supervision/announcements.js';
import { ComplaintCausesQuery } from '../../../../contract/supervision/complaint-causes.js';
import { ComplaintsQuery } from '../../../../contract/supervision/complaints.js';
import { QualitySamplesQuery } from '../../../../contract/supervision/quality.js';
import { UncoveredQuery } from '../../../../contract/team/allocation.js';
import type { CurrentCalls } from '../../../../contract/contact/calls.js';
import type { InboxCount } from '../../../../contract/inbox.js';
import type { OwnStop } from '../../../../contract/contact/stops.js';
import type { Softphone } from '../../../../contract/contact/softphones.js';
import { RESULT_CODES } from '../../../../contract/errors.js';
import type { Page } from '../../../../contract/shared/page.js';
import { ScoreCardQuery } from '../../../../contract/team/boards.js';
import type { Role } from '../../../../contract/codes.js';
import type { OwnPreferences } from '../../../../contract/preferences.js';
import { type Permission, ROLE_GRANTS } from '../../../../contract/permissions.js';
import { CurrentUser, MenuQuery, type LoginWays, type UserPicture } from '../../../../contract/session.js';
import { type Network, Refusal } from './network.js';

export interface PersonOptions {
  role?: Role;
  /** Those of the role, but without these. */
  without?: readonly Permission[];
}

export const NO_ROWS = { result: [], totalCount: 0 };
const NOTHING_TO_SHOW = new Refusal(RESULT_CODES.nothingToShow, '');

/** Two institutions, so that there is something to choose. */
export const TREE: readonly InstitutionNode[] = [
  {
    id: 1, name: 'House', parentId: null, enabled: true, below: 1,
    groups: [{ id: 3, name: 'Team A' }], queues: [{ id: 5, name: 'Early' }],
  },
  { id: 2, name: 'Branch', parentId: 1, enabled: true, below: 0, groups: [], queues: [] },
]; // prettier-ignore

/** A site of which no provider is connected. */
export function siteOf(stage: SiteStage): SiteMark {
  const state = stage === 'LIVE' ? 'OFF' : 'SIMULATED';
  const providers = Object.fromEntries(PROVIDER_NAMES.map((name) => [name, state]));
  return { stage, providers: providers as SiteMark['providers'] };
}

export function personOf({ role = 'admin', without = [] }: PersonOptions): CurrentUser {
  const permissions = ROLE_GRANTS[role].permissions.filter((each) => !without.includes(each));
  return CurrentUser.parse({
    id: 1, name: 'Lucia', username: 'lucia', role, institutionId: 1, groupId: 3, queueId: 5, queueName: 'Early',
    groupName: 'Team A', institutionName: 'House', permissions, everywhere: role === 'admin', channels: ['SMS'],
    ranked: true, autoDial: false, longAging: false, isShowAnnouncement: false, kiosk: false, clockAt: null,
    site: siteOf('TRIAL'),
  } satisfies CurrentUser); // prettier-ignore
}

/** Answers that the frame around every screen asks for. */
export function answerShell(network: Network, me: CurrentUser): void {
  network
    .on({ call: 'GET login/currentUser', answer: () => me })
    .on({ call: 'GET menu/asideMenu', query: MenuQuery, answer: () => ROLE_GRANTS[me.role].menu })
    .on({ call: 'GET export/list', answer: () => [] })
    .on({ call: 'GET preferences/own', answer: (): OwnPreferences => ({ settings: {}, columns: {} }) })
    .on({ call: 'GET login/userPicture', answer: (): UserPicture => ({ name: me.name, picture: null }) })
    .on({ call: 'GET msg/queryAnnouncementMsg', query: NoticeQuery, answer: () => NOTHING_TO_SHOW })
    .on({ call: 'POST msg/queryMsg', body: AnnouncementQuery, answer: (): Page<Announcement> => NO_ROWS })
    .on({ call: 'GET inbox/count', answer: (): InboxCount => ({ unread: 0 }) })
    .on({ call: 'GET help/list', answer: (): HelpRequest[] => [] })
    .on({ call: 'GET guard/stops/mine', answer: (): OwnStop[] => [] })
    .on({
      call: 'GET achievementBoard/queryAgentAchievement',
      query: ScoreCardQuery,
      answer: () => NOTHING_TO_SHOW,
    })
    .on({ call: 'GET management/institution/tree', query: InstitutionTreeQuery, answer: () => TREE })
    .on({ call: 'POST user/behavior/add', body: AddBehaviour, answer: () => null })
    .on({ call: 'GET softPhone/getMySoftPhone', answer: (): Softphone | null => null })
    .on({ call: 'GET softPhone/listeners', answer: () => [] })
    // The sign-in page of a session that ended asks for it.
    .on({ call: 'GET login/ways', answer: (): LoginWays => ({ identity: false }) })
    .on({
      call: 'GET softPhone/currentCalls',
      answer: (): CurrentCalls => ({ now: new Date().toISOString(), collectorFirst: false, calls: [] }),
    })
    .on({ call: 'GET request/list', query: RequestListQuery, answer: () => NO_ROWS })
    .on({ call: 'GET customer/service/list', query: ComplaintsQuery, answer: () => NO_ROWS })
    .on({ call: 'GET complaint-cause/list', query: ComplaintCausesQuery, answer: () => NO_ROWS })
    .on({ call: 'GET user/behavior/anomalies', query: AnomaliesQuery, answer: () => NO_ROWS })
    .on({ call: 'GET allocation/uncovered', query: UncoveredQuery, answer: () => NO_ROWS })
    .on({ call: 'GET approval/list', query: ApprovalsQuery, answer: () => NO_ROWS })
    .on({ call: 'GET privacy/list', query: PrivacyQuery, answer: () => NO_ROWS })
    .on({ call: 'GET refund/list', query: RefundsQuery, answer: () => NO_ROWS })
    .on({ call: 'GET quality/samples', query: QualitySamplesQuery, answer: () => NO_ROWS })
    .on({ call: 'GET setup/steps', answer: (): SetupState[] => [] })
    .on({
      call: 'GET task/counts',
      query: CaseCountsQuery,
      answer: () => new Refusal(RESULT_CODES.systemError, 'no counts'),
    });
}
