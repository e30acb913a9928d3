export { Dropdown, Popover } from 'antd';
