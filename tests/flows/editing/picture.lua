-- The screen of Neovim as JSON, rows of cells (sign, colour): tests/browser/screenshots.py makes a picture of it. Without a
-- terminal Neovim has no colours, so they are given here: those of an error or warning to its sign, words and message.
local columns, lines = 104, 12
local numbers, colours = "#667380", { E = "#f07a6a", W = "#e8b860" }
vim.o.columns, vim.o.lines, vim.o.laststatus, vim.o.ruler, vim.o.number = columns, lines, 0, false, true

local id = vim.lsp.start_client({ name = "taiyaku", cmd = vim.fn.json_decode(vim.env.TAIYAKU), root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
vim.wait(60000, function() return #vim.diagnostic.get(0) >= 4 end, 20)
vim.cmd("redraw!")

local margin, marked = 6, {} -- columns of signs and numbers; by row, the first column of its mark and the one after
for _, mark in ipairs(vim.diagnostic.get(0)) do
  local line = vim.fn.getline(mark.lnum + 1)
  local function column(bytes) return margin + vim.fn.strdisplaywidth(line:sub(1, bytes)) + 1 end
  marked[mark.lnum + 1] = { column(mark.col), column(mark.end_col) }
end

local rows = {}
for row = 1, lines - 1 do
  local message = false
  rows[row] = {}
  for column = 1, columns do
    local sign = vim.api.nvim__inspect_cell(1, row - 1, column - 1)[1]
    local severity = colours[vim.api.nvim__inspect_cell(1, row - 1, 0)[1]]
    message = message or sign == "■"
    local words = marked[row] and column >= marked[row][1] and column < marked[row][2]
    local colour = (column < 3 or message or words) and severity or column <= margin and numbers or ""
    rows[row][column] = { sign or "", colour }
  end
end
io.stdout:write(vim.json.encode(rows), "\n")
vim.cmd("qa!")
