/** What a part's address is to Node, where Playwright reads what figures declare and no bundler gives files their names: none. */
export default '';
