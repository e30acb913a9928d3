import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageCommentRow, PictureKind } from '../../../contract/cases/borrowers';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { useAddCommentMutation } from './borrowers-api';

interface CommentsProps {
  taskId: number;
  /** Null: on the identity document as a whole. */
  kind: PictureKind | null;
  label: string;
  comments: ImageCommentRow[];
  mayComment: boolean;
}

export function Comments({ taskId, kind, label, comments, mayComment }: CommentsProps) {
  const { t } = useTranslation();
  const [add, { isLoading }] = useAddCommentMutation();
  const [comment, setComment] = useState('');
  const text = comment.trim();
  const save = async () => {
    const answer = await add({ taskId, kind, comment: text });
    if (answer.data) setComment('');
  };
  return (
    <>
      <ul className="remarks">
        {comments.map((row) => (
          <li key={row.id}>
            <span className="remark-text">{row.comment}</span>
            <span className="muted">
              <Time value={row.at} /> {row.author && `· ${row.author}`}
            </span>
          </li>
        ))}
      </ul>
      {mayComment && (
        <form
          className="remark-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text && !isLoading) void save();
          }}
        >
          <Input
            size="small"
            value={comment}
            maxLength={500}
            placeholder={label}
            aria-label={label}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button small type="submit" busy={isLoading} disabled={!text}>
            {t('common:action.save')}
          </Button>
        </form>
      )}
    </>
  );
}
