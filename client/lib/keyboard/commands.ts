import { useEffect, useEffectEvent } from 'react';
import { createCell } from './cell';

/** A command of the open screen: the command palette offers it. */
export interface Command {
  id: string;
  label: string;
  /** The shortcut that does the same, as its table names it. */
  keys?: string;
  act: () => void;
}

export const commands = createCell<readonly Command[]>([]);

/** Offers these while the component is on screen. Their number and labels say when they changed; the acts are always the newest. */
export function useCommands(offered: readonly Command[]): void {
  const act = useEffectEvent((index: number) => offered[index]?.act());
  const signature = JSON.stringify(offered.map(({ id, label, keys }) => ({ id, label, keys })));
  useEffect(() => {
    const described = JSON.parse(signature) as Omit<Command, 'act'>[];
    const mine = described.map((each, index) => ({ ...each, act: () => act(index) }));
    commands.set([...commands.get(), ...mine]);
    return () => commands.set(commands.get().filter((command) => !mine.includes(command)));
  }, [signature]);
}
