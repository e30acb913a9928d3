import { theme, type ThemeConfig } from 'antd';

/** antd would derive its dark surfaces from one colour and tint them blue. */
const DARK_SURFACES = {
  colorBgLayout: '#14181c',
  colorBgContainer: '#1b2126',
  colorBgElevated: '#232b31',
  colorBgSpotlight: '#3a454e',
  colorBorder: '#4a5761',
  colorBorderSecondary: '#323c44',
};

/** antd in the colours of ui/tokens.css, whose two themes these values repeat. */
export function themeOf(dark: boolean, compact: boolean): ThemeConfig {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: dark ? '#3fa7ba' : '#0b7285',
      colorInfo: dark ? '#3fa7ba' : '#0b7285',
      colorLink: dark ? '#6cc6d6' : '#0b7285',
      colorTextBase: dark ? '#e6e9ec' : '#1d242b',
      ...(dark && DARK_SURFACES),
      colorTextPlaceholder: dark ? '#97a3ac' : '#66717b',
      controlItemBgActive: dark ? '#17363d' : '#e0f1f4',
      controlItemBgActiveHover: dark ? '#1d434c' : '#d2eaef',
      borderRadius: 6,
      // Not antd's compact algorithm: it shrinks the letters too, and people read them for eight hours.
      controlHeight: compact ? 28 : 32,
      fontSize: 13,
      fontFamily: 'inherit',
      // Layers open at once. Also, a leave that is interrupted never ends: a button went on "loading".
      motion: false,
    },
    components: {
      Button: { fontWeight: 500, primaryShadow: 'none', ...(dark && { primaryColor: '#06181c' }) },
    },
  };
}
