-- What Neovim sees of a page, as one line of JSON: test_neovim.py runs it, with the command of the server in TAIYAKU.
-- With MARKS, it only waits for that many marks, and says how long that took and what the server needed until then.
local started = vim.loop.hrtime()
local id = vim.lsp.start_client({ name = "taiyaku", cmd = vim.fn.json_decode(vim.env.TAIYAKU), root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)

local function told(count)
  vim.wait(60000, function() return #vim.diagnostic.get(0) == count end, 20)
  return vim.tbl_map(function(one) return { one.code, one.lnum, one.col, one.end_col } end, vim.diagnostic.get(0))
end

local function asked(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  return answers[id] and answers[id].result
end

local function work()
  local seen = { opened = told(1) }
  local uri, at = vim.uri_from_bufnr(0), { line = 2, character = 10 } -- in 算子; the first sign counts two
  local place = { textDocument = { uri = uri }, position = at }
  seen.hover = asked("textDocument/hover", place).contents.value
  seen.original = asked("textDocument/definition", place).uri
  local range = { start = { line = 2, character = 4 }, ["end"] = { line = 2, character = 4 } }
  local actions = asked("textDocument/codeAction", { textDocument = { uri = uri }, range = range, context = { diagnostics = {} } })
  seen.actions = vim.tbl_map(function(one) return one.title end, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  seen.mended = told(0)
  seen.text = vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]
  return seen
end

local function first_marks()
  local marks = told(tonumber(vim.env.MARKS))
  local seconds = (vim.loop.hrtime() - started) / 1e9
  local process = "/proc/" .. vim.fn.readfile(vim.env.PROCESS)[1]
  local peak
  for _, line in ipairs(vim.fn.readfile(process .. "/status")) do peak = line:match("^VmHWM:%s+(%d+)") or peak end
  return { marks = marks, seconds = seconds, peak = tonumber(peak), stat = vim.fn.readfile(process .. "/stat")[1] }
end

local fine, seen = pcall(vim.env.MARKS and first_marks or work)
io.stdout:write(vim.fn.json_encode(fine and seen or { failed = seen }), "\n")
vim.cmd("qa!")
