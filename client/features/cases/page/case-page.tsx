import './case-page.css';
import './case-who.css';
import './case-centre.css';
import './case-work.css';
import '../result-form/case-form.css';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import { Button } from '../../../ui/button';
import { ListSteps } from '../../../ui/visits/list-steps';
import { EmptyState, ErrorState, isCallError, PanelSkeleton } from '../../../ui/states';
import { useCaseContactsQuery, useCaseInfoQuery } from '../case-api';
import { CaseBar } from './case-bar';
import { CaseContacts } from './case-contacts';
import { useDraft } from '../result-form/case-draft-store';
import { CaseForm } from '../result-form/case-form';
import { useLiveCase } from './case-live';
import { chooseOutcome, chooseStatus, NOT_THEIRS } from '../result-form/case-outcomes';
import { useCaseParts } from './case-parts';
import { CaseTabs } from './case-tabs';
import { CaseWho } from './case-who';
import { useWorkNext, type WorkNext } from './use-work-next';

export function Component() {
  const { taskId } = useParams();
  const caseId = Number(taskId);
  return <CaseScreen caseId={caseId} />;
}

function CaseScreen({ caseId }: { caseId: number }) {
  const go = useWorkNext(caseId);
  const { first: First } = useCaseParts();
  useShortcut(SHORTCUTS.back, go.back);
  return (
    <First caseId={caseId}>
      <ReadCase caseId={caseId} go={go} />
    </First>
  );
}

function ReadCase({ caseId, go }: { caseId: number; go: WorkNext }) {
  const { t } = useTranslation(['case', 'codes']);
  const { first: First } = useCaseParts();
  const { data: info, error, refetch } = useCaseInfoQuery(caseId);
  if (isCallError(error) && error.code === '23')
    return (
      <First caseId={caseId} shut>
        <CaseSkeleton />
      </First>
    );
  const ways = (
    <>
      <Button onClick={go.back}>{t('case:back')}</Button>
      {go.place && <ListSteps place={go.place} addressOf={go.addressOf} onStep={go.step} />}
    </>
  );
  // Before what was read: it is not shown any more.
  if (isCallError(error) && error.code === '30') return <EmptyState title={error.message} action={ways} />;
  if (info) return <OpenCase info={info} go={go} />;
  if (isCallError(error) && error.code === '21')
    return <EmptyState title={t('case:absent')} hint={t('case:absent-hint')} action={ways} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <CaseSkeleton />;
}

function OpenCase({ info, go }: { info: CaseInfo; go: WorkNext }) {
  const live = useLiveCase(info.id);
  const { draft: typed, edit, drop, restored } = useDraft(info.id);
  const { data } = useCaseContactsQuery(info.id);
  // The first that can be reached, until another is chosen.
  const first = data?.contacts.find(({ blocked }) => blocked === null);
  const draft = { ...typed, contactId: typed.contactId ?? first?.id ?? null };
  const parts = useCaseParts();
  const lost = live.notice?.kind === 'gone';
  const onNext = go.hasNext ? go.next : go.back;
  return (
    <div className="case-page">
      <CaseBar info={info} go={go} live={live} />
      <CaseWho info={info} />
      <CaseTabs info={info} />
      <aside className="case-panel case-work">
        <CaseContacts info={info} chosen={draft.contactId} onChoose={(contactId) => edit({ contactId })} />
        {parts.work.map((Part, index) => (
          <Suspense key={index}>
            <Part
              info={info}
              contactId={draft.contactId}
              onNext={onNext}
              onCallStatus={(callStatus, contactId, party) => {
                const choice =
                  party === 'WRONG_NUMBER' ? chooseOutcome(NOT_THEIRS) : chooseStatus(callStatus);
                if (!draft.callStatus) edit({ ...choice, ...(contactId ? { contactId } : {}) });
              }}
            />
          </Suspense>
        ))}
        <CaseForm
          info={info}
          draft={draft}
          edit={edit}
          drop={drop}
          restored={restored}
          lost={lost}
          hasNext={go.hasNext}
          onNext={onNext}
        />
      </aside>
    </div>
  );
}

function CaseSkeleton() {
  return (
    <div className="case-page" aria-busy="true">
      <div className="case-bar" />
      <div className="case-panel case-who">
        <PanelSkeleton lines={10} />
      </div>
      <div className="case-panel case-centre case-waiting">
        <PanelSkeleton lines={8} />
      </div>
      <div className="case-panel case-work case-waiting">
        <PanelSkeleton lines={12} />
      </div>
    </div>
  );
}
