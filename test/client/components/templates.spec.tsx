import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { TemplatesQuery } from '../../../contract/contact/message-templates.js';
import { TEMPLATES } from './forms/settings.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, rowTexts } from './support/screen.js';

useBrowser();

const ABOVE = { ...TEMPLATES.result[0]!, institutionId: 99, institutionName: 'Head office', fromAbove: true };

const openAt = (at: string, row = ABOVE) =>
  openApp({
    at,
    role: 'admin',
    answers: (network) =>
      network.on({
        call: 'GET sms/templates/manage',
        query: TemplatesQuery,
        answer: () => ({ ...TEMPLATES, result: [row] }),
      }),
  });

describe('a template of an institution above', () => {
  it('stands in the list by where it is from, without acts', async () => {
    await openAt('/templates');
    await waitFor(() => expect(rowTexts()[0]?.join(' ')).toContain('From Head office'));
    expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
    await expectAccessible();
  });

  it('is read as text', async () => {
    await openAt('/template/7');
    expect(await screen.findByText('From Head office')).toBeTruthy();
    expect(screen.getAllByText('Hola').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByText('99')).toBeNull();
  });
});

describe('a template', () => {
  it('leads to all of its changes', async () => {
    await openAt('/template/7', TEMPLATES.result[0]!);
    const link = await screen.findByRole('link', { name: 'All changes' });
    expect(link.getAttribute('href')).toContain('/audit?kind=template&subjectId=7');
  });
});
