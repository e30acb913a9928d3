import './borrowers.css';
import { Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { PICTURE_KINDS, type ImageCommentRow, type PictureKind } from '../../../contract/cases/borrowers';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Day } from '../../ui/dates/time';
import {
  useImageCommentsQuery,
  useKtpCommentsQuery,
  usePictureQuery,
  usePicturesQuery,
} from './borrowers-api';
import { Comments } from './comments';
import { IdentityPanel } from './identity-panel';

export default function PicturesPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('borrowers');
  const { data, error, refetch } = usePicturesQuery(info.id);
  const { data: comments = [] } = useImageCommentsQuery(info.id);
  const { data: onDocument = [] } = useKtpCommentsQuery(info.id);
  const mayComment = useMay('case:record');
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />;
  }
  return (
    <div className="people">
      <div className="picture-grid">
        {PICTURE_KINDS.map((kind) => {
          const there = data.pictures.find((picture) => picture.kind === kind);
          return (
            <Picture
              key={kind}
              taskId={info.id}
              kind={kind}
              takenAt={there?.takenAt ?? null}
              uploaded={there !== undefined}
              comments={comments.filter((comment) => comment.kind === kind)}
              mayComment={mayComment}
            />
          );
        })}
      </div>
      <section>
        <h3>{t('borrowers:ktp.title')}</h3>
        <Comments
          taskId={info.id}
          kind={null}
          label={t('borrowers:ktp.comment')}
          comments={onDocument}
          mayComment={mayComment}
        />
      </section>
      <IdentityPanel taskId={info.id} />
    </div>
  );
}

interface PictureProps {
  taskId: number;
  kind: PictureKind;
  takenAt: string | null;
  uploaded: boolean;
  comments: ImageCommentRow[];
  mayComment: boolean;
}

function Picture({ taskId, kind, takenAt, uploaded, comments, mayComment }: PictureProps) {
  const { t } = useTranslation('borrowers');
  const name = t(`borrowers:kind.${kind}`);
  return (
    <figure className="picture">
      <div className="picture-place">
        {uploaded ? <Uploaded taskId={taskId} kind={kind} takenAt={takenAt} name={name} /> : <Missing />}
      </div>
      <figcaption>
        <strong>{name}</strong>{' '}
        {takenAt && (
          <span className="muted">
            <Day value={takenAt} />
          </span>
        )}
      </figcaption>
      <Comments
        taskId={taskId}
        kind={kind}
        label={t('borrowers:picture.comment', { picture: name })}
        comments={comments}
        mayComment={mayComment && uploaded}
      />
    </figure>
  );
}

function Uploaded({
  name,
  ...picture
}: {
  taskId: number;
  kind: PictureKind;
  takenAt: string | null;
  name: string;
}) {
  const { t } = useTranslation('borrowers');
  const { data, error, refetch } = usePictureQuery(picture);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  if (data.image === null) return <Missing />;
  return <Image src={data.image} alt={name} preview={{ cover: t('borrowers:picture.zoom') }} />;
}

function Missing() {
  const { t } = useTranslation('borrowers');
  return <p className="muted picture-missing">{t('borrowers:picture.missing')}</p>;
}
