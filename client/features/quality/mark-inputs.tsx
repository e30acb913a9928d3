import { useTranslation } from 'react-i18next';
import type { QualityMark } from '../../../contract/supervision/quality';
import { minutes } from '../../lib/format';
import { Button } from '../../ui/button';

interface MarkInputsProps {
  /** The place of the question in its sheet, and its words. */
  question: number;
  text: string;
  /** Those of every question of the sheet. */
  marks: readonly QualityMark[];
  /** Where the player stands. */
  second: number;
  onChange: (marks: QualityMark[]) => void;
  onGo: (second: number) => void;
}

/** A question's marks, and a field for the next one: its first letter takes the second at which the player stands. */
export function MarkInputs({ question, text, marks, second, onChange, onGo }: MarkInputsProps) {
  const { t } = useTranslation('quality');
  const own = marks.filter((mark) => mark.question === question);
  const write = (mark: QualityMark, words: string) =>
    onChange(marks.map((each) => (each === mark ? { ...mark, text: words } : each)));
  const begin = (words: string) => onChange([...marks, { question, second, text: words }]);
  return (
    <ul className="quality-mark-list">
      {[...own, null].map((mark, at) => {
        const time = minutes(mark?.second ?? second);
        const label = t('quality:mark', { time, question: text });
        return (
          <li key={at}>
            {mark && (
              <Button small className="figure" onClick={() => onGo(mark.second)}>
                {time}
              </Button>
            )}
            <input
              className="quality-mark"
              aria-label={label}
              placeholder={label}
              value={mark?.text ?? ''}
              maxLength={300}
              onChange={({ target }) => (mark ? write(mark, target.value) : begin(target.value))}
              onKeyDown={keepForm}
            />
            {mark && (
              <Button
                small
                aria-label={t('quality:unmark', { time })}
                onClick={() => onChange(marks.filter((each) => each !== mark))}
              >
                ×
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Enter in a mark does not send the score. */
function keepForm(event: React.KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
