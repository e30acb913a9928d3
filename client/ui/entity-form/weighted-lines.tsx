import { ConfigProvider, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button';
import type { Value } from './values';

interface WeightedLinesProps {
  id: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  'aria-describedby': string;
  'aria-invalid': boolean;
}
interface Line {
  weight: string;
  text: string;
}

const WEIGHTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((value) => ({ value, label: value }));

/** A text of lines as a row each: a weight from 1 to 9, and the line. */
export function WeightedLines(props: WeightedLinesProps) {
  const { id, label, value, onChange } = props;
  const { t } = useTranslation('forms');
  const { componentDisabled: disabled } = ConfigProvider.useConfig();
  const text = String(value ?? '');
  const [kept, setKept] = useState(() => ({ text, lines: linesOf(text) }));
  // Another text than the rows make came from outside: a newer version, or what was undone.
  const { lines } = kept.text === text ? kept : { lines: linesOf(text) };
  const write = (next: readonly Line[]) => {
    const made = textOf(next);
    setKept({ text: made, lines: [...next] });
    onChange(made || null);
  };
  const change = (at: number, part: Partial<Line>) =>
    write(lines.map((line, each) => (each === at ? { ...line, ...part } : line)));
  return (
    <div role="group" aria-label={label} aria-describedby={props['aria-describedby']}>
      {lines.map((line, at) => (
        <div key={at} className="weighted-line">
          <Input
            {...(at === 0 && { id })}
            aria-label={t('forms:line', { number: at + 1 })}
            aria-invalid={props['aria-invalid']}
            autoComplete="off"
            value={line.text}
            onChange={({ target }) => change(at, { text: target.value })}
          />
          <Select
            aria-label={t('forms:weight', { number: at + 1 })}
            value={line.weight}
            options={WEIGHTS}
            onChange={(weight) => change(at, { weight })}
          />
          <Button
            small
            disabled={disabled}
            aria-label={t('forms:line.remove', { number: at + 1 })}
            onClick={() => write(lines.filter((_, each) => each !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button small disabled={disabled} onClick={() => write([...lines, { weight: '1', text: '' }])}>
        {t('forms:line.add')}
      </Button>
    </div>
  );
}

function linesOf(text: string): Line[] {
  return text.split('\n').map((line) => {
    const [, weight, rest] = /^([1-9])\s+(.+)$/.exec(line.trim()) ?? [null, '1', line.trim()];
    return { weight: weight!, text: rest! };
  });
}

/** A line without words is none. */
function textOf(lines: readonly Line[]): string {
  return lines
    .flatMap(({ weight, text }) => (text.trim() === '' ? [] : `${weight} ${text.trim()}`))
    .join('\n');
}
